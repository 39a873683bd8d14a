import tseslint from 'typescript-eslint';

// Only what needs types to be seen: a promise that nobody waits for. Everything else is Biome's.
export default tseslint.config(
  { ignores: ['dist/**', 'coverage/**', 'data/**'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.base],
    linterOptions: { noInlineConfig: true },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/no-misused-promises': 'error' },
  },
);

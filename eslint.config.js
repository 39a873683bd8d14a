import tseslint from 'typescript-eslint';

// Only the rules that need types: promises that are not awaited. Biome checks everything else.
export default tseslint.config(
  { ignores: ['dist/**', 'coverage/**', 'data/**'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.base],
    linterOptions: { noInlineConfig: true },
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/no-misused-promises': 'error' },
  },
);

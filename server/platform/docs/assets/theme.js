/** The pages of guides follow the choice of light or dark that Scalar keeps, and change it with the button in their header. */
(() => {
  const STORAGE_KEY = 'colorMode';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => {
    const chosen = localStorage.getItem(STORAGE_KEY);
    return chosen === 'dark' || (chosen !== 'light' && system.matches);
  };
  const apply = () => document.documentElement.classList.toggle('dark-mode', isDark());
  apply();
  system.addEventListener('change', apply);
  addEventListener('DOMContentLoaded', () => {
    document.getElementById('toggle-theme')?.addEventListener('click', () => {
      localStorage.setItem(STORAGE_KEY, isDark() ? 'light' : 'dark');
      apply();
    });
  });
})();

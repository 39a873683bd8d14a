// A project of React Native as far as its bundle is concerned. It lies in the folder of the installed tools, from where it takes them.
const path = require('node:path');

const modules = path.join(__dirname, '../node_modules');

module.exports = {
  projectRoot: __dirname,
  watchFolders: ['@babel/runtime', 'metro-runtime'].map((name) => path.join(modules, name)),
  cacheStores: [],
  maxWorkers: 1,
  resolver: { platforms: ['android'], nodeModulesPaths: [modules], useWatchman: false },
  serializer: { getPolyfills: () => [] },
};

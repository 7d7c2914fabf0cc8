import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The front server does not pass the optimizer on; operator icons are served by the catalog endpoints.
  images: { unoptimized: true },
  serverExternalPackages: ['@kubernetes/client-node', 'undici', 'pino', 'prom-client'],
  // Messages are compiled here, so the part that parses them (8 kB in each browser) is left out.
  // And Next's router asks for the base path, which is known once the console starts.
  turbopack: {
    rules: {
      './messages/*/*.json': { loaders: ['./messages/compile-loader.mjs'], as: '*.json' },
      '**/next/dist/{,esm/}client/{add,has,remove}-base-path.js': {
        loaders: ['./local/build/base-path-loader.mjs'],
        as: '*.js',
      },
    },
    resolveAlias: {
      'capstan-base-path': './components/data/base-path.ts',
      'use-intl/format-message': './node_modules/use-intl/dist/esm/production/format-message/format-only.js',
    },
  },
  // Written into the pages: tabs of one build share a stream (see components/data/tab-line.ts).
  generateBuildId: () => process.env['CAPSTAN_BUILD'] ?? null,
  // With what it needs of node_modules beside it, for the image.
  ...(process.env['CAPSTAN_STANDALONE'] === '1' ? { output: 'standalone' } : {}),
  env: { CAPSTAN_BUILD: process.env['CAPSTAN_BUILD'] ?? 'development' },
  // Type errors and lint are found by `npm run check`, once for the whole repository.
  typescript: { ignoreBuildErrors: true },
};

export default config;

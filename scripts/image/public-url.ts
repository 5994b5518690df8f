/** The public URL of the app: as set, or from the variable that the platform sets by itself. */
export function publicUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { NEXTAUTH_URL, RENDER_EXTERNAL_URL, RAILWAY_PUBLIC_DOMAIN, FLY_APP_NAME } = env
  if (NEXTAUTH_URL) return NEXTAUTH_URL
  if (RENDER_EXTERNAL_URL) return RENDER_EXTERNAL_URL
  if (RAILWAY_PUBLIC_DOMAIN) return `https://${RAILWAY_PUBLIC_DOMAIN}`
  if (FLY_APP_NAME) return `https://${FLY_APP_NAME}.fly.dev`
  return undefined
}

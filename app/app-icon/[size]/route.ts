import { brandIcon } from '../../brand-icon.tsx'

/** The icons are drawn when the app is built. Any other size returns 404. */
export const dynamic = 'force-static'
export const dynamicParams = false
export const generateStaticParams = () => [{ size: '192' }, { size: '512' }]

/** The icon of the installed app. */
export async function GET(_request: Request, { params }: { params: Promise<{ size: string }> }): Promise<Response> {
  return brandIcon(Number((await params).size))
}

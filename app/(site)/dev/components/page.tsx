import { notFound } from 'next/navigation'
import { ComponentStates } from '#components/dev/component-states.tsx'
import { services } from '#lib/compose/server.ts'

/** Only `npm run dev` and the app of the browser tests have this page. */
export default async function Components() {
  const { env } = await services()
  if (!env.hasDeveloperPages) notFound()
  return <ComponentStates />
}

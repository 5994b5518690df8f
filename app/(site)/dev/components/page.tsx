import { notFound } from 'next/navigation'
import { ComponentStates } from '#components/dev/component-states.tsx'

/** Only `npm run dev` and the app of the browser tests have this page. */
export default function Components() {
  if (process.env.NODE_ENV !== 'development' && process.env.TRAVEL_E2E_PAGES !== 'on') notFound()
  return <ComponentStates />
}

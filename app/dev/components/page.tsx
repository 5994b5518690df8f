import { notFound } from 'next/navigation'
import { ComponentStates } from '#components/dev/component-states.tsx'

/** Only `npm run dev` has this page. */
export default function Components() {
  if (process.env.NODE_ENV !== 'development') notFound()
  return <ComponentStates />
}

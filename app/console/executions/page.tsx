import type { Metadata } from 'next'
import { ConsolePage } from '#components/console/console-page.tsx'
import { ExecutionsView } from '#components/console/executions/executions-view.tsx'

export const metadata: Metadata = { title: 'Executions' }

export default function ExecutionsPage() {
  return (
    <ConsolePage title="Executions">
      <ExecutionsView />
    </ConsolePage>
  )
}

import type { Metadata } from 'next'
import { ExecutionsView } from '#components/console/executions/executions-view.tsx'
import { listPageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Executions' }

export default listPageOf(ExecutionsView, '/executions', '/executions/facets')

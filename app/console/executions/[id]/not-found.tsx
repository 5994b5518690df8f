import { NotInConsole } from '#components/console/console-page.tsx'

export default function ExecutionNotFound() {
  return <NotInConsole way={{ href: '/console/executions', text: 'All executions' }} />
}

import { NotInConsole } from '#components/console/not-in-console.tsx'

export default function ExecutionNotFound() {
  return <NotInConsole way={{ href: '/console/executions', text: 'All executions' }} />
}

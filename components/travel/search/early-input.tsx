import { InlineScript } from '../inline-script.tsx'

/**
 * Before the app's scripts are loaded, notes a press on Search and shows that it is being worked on. The browser would
 * otherwise load the page again, with an empty form. The form submits itself once it is ready.
 */
export const EarlySubmit = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

const script = `addEventListener('submit', (event) => {
  const form = event.target
  const button = form.querySelector('.search-go')
  if (!button || 'ready' in form.dataset) return
  event.preventDefault()
  button.setAttribute('aria-busy', 'true')
}, true)`

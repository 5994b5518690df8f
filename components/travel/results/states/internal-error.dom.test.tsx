import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { InternalError } from './state-panel.tsx'

test.each([
  ['an error of the app without a log entry', false, 'The search failed on our side'],
  ['an answer that breaks off', true, 'Connection lost'],
])('%s is reported as what it is', (_, isConnectionLost, title) => {
  render(<InternalError isConnectionLost={isConnectionLost} requestId={null} message={null} onRetry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain(title)
})

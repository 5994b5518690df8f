import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { renderIn, textsIn } from '../../scripts/testing/render-in.tsx'
import { AccountPage } from './account-page.tsx'
import { OperatorForm } from './operator-form.tsx'

test('the operator’s form is marked as English in a German page, and an error above it as German', async () => {
  const message = textsIn('de', 'errors')('foreignForm')
  renderIn(
    'de',
    <AccountPage title="Become the operator" isEnglish>
      <OperatorForm operation={async () => ({ message })} />
    </AccountPage>,
  )
  const field = screen.getByLabelText('Operator token')
  expect(field.closest('[lang]')?.getAttribute('lang')).toBe('en')
  fireEvent.change(field, { target: { value: `atk_${'a'.repeat(22)}` } })
  fireEvent.submit(field)
  expect((await screen.findByText(message)).closest('[lang]')?.getAttribute('lang')).toBe('de')
})

test('a malformed token is rejected before the form is sent', async () => {
  const operation = vi.fn(async () => ({}))
  render(<OperatorForm operation={operation} />)
  fireEvent.change(screen.getByLabelText('Operator token'), { target: { value: 'atk_short' } })
  fireEvent.click(screen.getByRole('button', { name: 'Become the operator' }))
  expect(await screen.findByText('Paste the whole token: atk_ and 22 letters and digits.')).toBeDefined()
  expect(operation).not.toHaveBeenCalled()
})

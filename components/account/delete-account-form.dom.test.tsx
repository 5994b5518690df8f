import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

const details = () => screen.getByRole<HTMLDetailsElement>('group')

test('the form is collapsed at first, and opens when the server refuses it, so that the error is visible', async () => {
  const operation = async () => ({ fields: { current: 'This is not your password.' } })
  render(<DeleteAccountForm operation={operation} confirmBy="current" />)
  expect(details().open).toBe(false)
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'not my password' } })
  fireEvent.submit(screen.getByLabelText('Password').closest('form') ?? document.body)
  await screen.findByText('This is not your password.')
  await waitFor(() => expect(details().open).toBe(true))
})

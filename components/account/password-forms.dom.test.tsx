import { fireEvent, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { InEnglish, render } from '../../scripts/testing/english-texts.tsx'
import { SignInForm, SignUpForm } from './password-forms.tsx'

const operation = async () => ({})

test.each([
  ['sign-in', SignInForm],
  ['sign-up', SignUpForm],
])('the %s form keeps an email address that was submitted before the scripts loaded', (_, Form) => {
  const form = <Form operation={operation} next="/" />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<InEnglish>{form}</InEnglish>)
  const input = screen.getByLabelText<HTMLInputElement>('Email')
  // The server renders the submitted address like this when it refuses a form.
  input.defaultValue = 'ana@example.com'
  render(form, { container, hydrate: true })
  expect(input.isConnected).toBe(true)
  expect(input.value).toBe('ana@example.com')
})

test('an invalid form is not sent, and its fields show errors', async () => {
  const operation = vi.fn(async () => ({}))
  render(<SignUpForm operation={operation} next="/" />)
  const email = screen.getByLabelText('Email')
  fireEvent.change(email, { target: { value: 'nobody' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'short' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Enter an email address such as ana@example.com.')).toBeDefined()
  expect(screen.getByText('Use at least 10 characters.')).toBeDefined()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(operation).not.toHaveBeenCalled()
})

import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InEnglish, render } from '../../scripts/testing/english-texts.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

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

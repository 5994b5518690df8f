import { expect, test } from 'vitest'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { scriptRemedy } from './script-remedy.ts'

const askForHost = /POST \/profiles\/\{id\}\/proposals asks for another one/

test.each([
  ['network.egress', askForHost],
  [undefined, askForHost],
  ['managed_secret', /The gateway adds it .* leave its placeholder out/],
  ['secret_path', /in a header.*ask an operator to allow the path for this key on the page of the profile/],
  ['secret_query', /in a header.*ask an operator to allow the query for this key/],
  ['secret_body', /in a header.*ask an operator to allow the body for this key/],
  ['secret_host', /ask the operator to add the host to the credential/],
  ['scheme', /Only https/],
  ['header', /Leave the header out/],
  ['header_twice', /Leave one of the headers out/],
  ['network.methods', /Use another method/],
  ['url', /Correct the URL/],
  ['address', /Only public addresses/],
] as const)('a blocked request gets the remedy for its cause: %s', (cause, remedy) => {
  expect(scriptRemedy('EGRESS_BLOCKED', testLimits, cause)).toMatch(remedy)
})

test('an execution that waits after too many answers gets a remedy', () => {
  expect(scriptRemedy('CAPABILITY_DENIED', testLimits, 'stored_answers')).toMatch(
    /^Fetch less before you ask the model/,
  )
})

import { expect, test } from 'vitest'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { scriptRemedy } from './script-remedy.ts'

const askForHost = /POST \/profiles\/\{id\}\/proposals asks for another one/

test.each([
  ['evil.example:443 is not declared', askForHost],
  ['redirect: evil.example:443 is not declared', askForHost],
  ['method.header.example:443 is not declared', askForHost],
  ['SALES_KEY is used by the gateway only', /The gateway adds it .* leave its placeholder out/],
  ['SALES_KEY may not go to api.example.com', /ask the operator to add the host to the credential/],
  ['scheme http: is not https:', /Only https/],
  ['redirect: scheme http: is not https:', /Only https/],
  ['header transfer-encoding', /Leave the header out/],
  ['two different content-type headers', /Leave one of the headers out/],
  ['method OPTIONS is not declared', /Use another method/],
  ['unknown method', /Use another method/],
  ['the request overrides its method with an undeclared one', /Use another method/],
  ['malformed URL', /Correct the URL/],
  ['a dot segment in the path', /Correct the URL/],
  ['redirect: user-info in the URL', /Correct the URL/],
  ['not a full host name', /Correct the URL/],
  ['api.example.com resolves to 10.0.0.1: private', /Only public addresses/],
  ['connected to 10.0.0.1: private', /Only public addresses/],
  ['the host header differs from the URL’s host', /Leave the header out/],
])('a blocked request gets the remedy for its reason: %s', (reason, remedy) => {
  expect(scriptRemedy('EGRESS_BLOCKED', testLimits, reason)).toMatch(remedy)
})

test('an execution that waits after too many answers gets a remedy', () => {
  const reason = 'waiting for an outside answer after answers of more than 32 MB'
  expect(scriptRemedy('CAPABILITY_DENIED', testLimits, reason)).toMatch(/^Fetch less before you ask the model/)
})

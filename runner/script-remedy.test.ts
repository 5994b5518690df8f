import { expect, test } from 'vitest'
import { testLimits } from './runtimes/conformance/harness.ts'
import { scriptRemedy } from './script-remedy.ts'

const askForHost = /POST \/profiles\/\{id\}\/proposals asks for another one/

test.each([
  ['evil.example:443 is not declared', askForHost],
  ['redirect: evil.example:443 is not declared', askForHost],
  ['SALES_KEY is used by the gateway only', /The gateway adds it .* leave its placeholder out/],
  ['SALES_KEY may not go to api.example.com', /ask the operator to add the host to the credential/],
  ['scheme http: is not https:', /Only https/],
  ['redirect: scheme http: is not https:', /Only https/],
  ['header transfer-encoding', /Leave the header out/],
  ['the host header differs from the URL’s host', /Leave the header out/],
])('a blocked request gets the remedy for its reason: %s', (reason, remedy) => {
  expect(scriptRemedy('EGRESS_BLOCKED', testLimits, reason)).toMatch(remedy)
})

import { expect, test } from 'vitest'
import { engineAddressOf } from './env.ts'

test.each([
  [undefined, { kind: 'socket', path: '/var/run/docker.sock' }],
  ['unix:///run/user/1000/docker.sock', { kind: 'socket', path: '/run/user/1000/docker.sock' }],
  ['tcp://127.0.0.1:2375', { kind: 'tcp', host: '127.0.0.1', port: 2375 }],
  ['tcp://engine.example', undefined],
  ['unix://docker.sock', undefined],
  ['ssh://me@engine.example', undefined],
  ['nonsense', undefined],
])('parses DOCKER_HOST=%s as %j', (given, address) => {
  expect(engineAddressOf(given)).toEqual(address)
})

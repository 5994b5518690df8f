import * as z from 'zod'
import { CredentialView } from '#lib/platform/model/credential-schema.ts'
import { ConsoleCredentials, ConsoleKeyRing } from '../model/console-credential.ts'
import type { CredentialChange, CredentialInput } from './credential-form.ts'
import { pathWith, useConsoleChange, useConsoleQuery } from './use-console.ts'

/** Profiles show which of their keys have a value, and the key ring shows how many values it encrypts. */
const invalidates = ['/credentials', '/profiles', '/key-ring']

/** Polls, because executions use credentials, and agents request them, while the page is open. */
const readAgainMs = 30_000

/** The credentials that pass the filters `used` and `text`. */
export const useCredentials = (filters = new URLSearchParams()) =>
  useConsoleQuery(ConsoleCredentials, pathWith('/credentials', filters), {
    pollMs: () => readAgainMs,
    keepsPrevious: true,
  })

export const useCreateCredential = () =>
  useConsoleChange(CredentialView, { path: (_: CredentialInput) => '/credentials', invalidates })

export const useChangeCredential = (name: string) =>
  useConsoleChange(CredentialView, {
    method: 'PATCH',
    path: (_: CredentialChange) => `/credentials/${name}`,
    invalidates,
  })

export const useDeleteCredential = () =>
  useConsoleChange(z.object({ removed: z.string() }), {
    method: 'DELETE',
    path: (name: string) => `/credentials/${name}`,
    body: () => undefined,
    invalidates,
  })

const rotatingMs = 500

/** Polls even if no rotation runs in this process, because another process may rotate the key. */
export const useKeyRing = () =>
  useConsoleQuery(ConsoleKeyRing, '/key-ring', {
    pollMs: (ring) => (ring?.rotation === 'running' ? rotatingMs : readAgainMs),
  })

export const useRotateKey = () =>
  useConsoleChange(ConsoleKeyRing, {
    path: (_: undefined) => '/key-ring',
    invalidates: ['/key-ring'],
  })

import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { operatorTokenBox, resetLinkNote } from '#lib/platform/server/auth/print-operator-token.ts'
import { baseUrlOf } from '#lib/platform/server/env/env.ts'
import { findRunningApp } from '#lib/platform/server/health/running-app.ts'
import { CommandFailure } from './expected-failure.ts'
import { withAccounts } from './with-services.ts'

export const createOperatorTokenCommand = (): Command =>
  new Command('operator-token').description('create an operator token and revoke the unused ones').action(async () => {
    await withAccounts({}, async ({ auth, env }) => {
      const running = await findRunningApp(env.dataDir)
      const { token } = await auth.reissueOperatorToken()
      process.stdout.write(operatorTokenBox(token, running ?? baseUrlOf(env)))
      if (running === undefined) process.stdout.write('The app is not running: start it first.\n')
    })
  })

export const createResetPasswordCommand = (): Command =>
  new Command('reset-password')
    .description("print a link to set an account's new password; it works once, for 24 hours")
    .argument('<email>', "the account's email address")
    .action(async (email: string) => {
      await withAccounts({}, async ({ auth, env }) => {
        const token = await auth.makeResetToken(commandLine, { email })
        if (token === undefined) {
          throw new CommandFailure(`No account with a password uses the email address ${JSON.stringify(email)}.`)
        }
        const running = await findRunningApp(env.dataDir)
        const link = new URL('/reset-password', running ?? baseUrlOf(env))
        link.searchParams.set('token', token)
        process.stdout.write(`${link}\n`)
        process.stderr.write(resetLinkNote({ email: email.trim(), isRunning: running !== undefined }))
      })
    })

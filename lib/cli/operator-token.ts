import { Command } from 'commander'
import { baseUrlOf, operatorTokenBox } from '#lib/platform/server/auth/print-operator-token.ts'
import { findRunningApp } from '#lib/platform/server/health/running-app.ts'
import { withServices } from './with-services.ts'

export const createOperatorTokenCommand = (): Command =>
  new Command('operator-token').description('create an operator token and revoke the unused ones').action(async () => {
    await withServices({}, async ({ auth, env }) => {
      const running = await findRunningApp(env.dataDir)
      const { token } = await auth.reissueOperatorToken()
      process.stdout.write(operatorTokenBox(token, running ?? baseUrlOf(env)))
      if (running === undefined) process.stdout.write('The app is not running: start it first with npm run up.\n')
    })
  })

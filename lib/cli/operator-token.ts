import { Command } from 'commander'
import { baseUrlOf, operatorTokenBox } from '../auth/print-operator-token.ts'
import { withServices } from './with-services.ts'

export const createOperatorTokenCommand = (): Command =>
  new Command('operator-token')
    .description('make a new operator token; tokens that were not used stop working')
    .action(async () => {
      await withServices({}, async ({ auth, env }) => {
        const { token } = await auth.reissueOperatorToken()
        process.stdout.write(operatorTokenBox(token, baseUrlOf(env)))
      })
    })

import { type AlertChoice, AlertsView, AlertTest } from '../model/console-alerts.ts'
import { useConsoleChange } from './use-console.ts'

export const useChooseAlerts = () =>
  useConsoleChange(AlertsView, { path: (_: AlertChoice) => '/alerts', invalidates: ['/system'] })

export const useTestAlert = () =>
  useConsoleChange(AlertTest, { path: (_: undefined) => '/alerts/test', invalidates: ['/messages', '/counts'] })

import type { SiteProcess } from './site-process.ts'
import { recordActs } from './acts.ts'

/** Something on every page of the dashboard. */
export async function fillDashboard(site: SiteProcess & { settings: Record<string, string> }) {
  await recordActs(site, [{ act: 'order.changed', record: 'order:K7F-29Q', detail: 'new to confirmed' }])
  await recordActs(site, [{ act: 'subscriber.added', record: 'subscriber:1' }])
}

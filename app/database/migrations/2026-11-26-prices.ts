import type { Migration } from '#app/database/migrate.server.ts'

/**
 * Prices and availability of products and services become versions of their records. The rows of before stay, for a
 * process of the last release that still serves.
 */
export const prices: Migration['up'] = async (tx) => {
  const rows = await tx.selectFrom('clinic_overlays').select(['section', 'value']).execute()
  for (const { section, value } of rows) {
    const [, kind, id] = /^(product|service):([a-z0-9-]{1,60})$/.exec(section) ?? []
    const changes = kind && toChanges(value)
    if (changes)
      await tx
        .insertInto('content_versions')
        .values({ record: `${kind}s/${id}`, version: 1, changes, at: Date.now(), who: 'program' })
        .execute()
  }
}

/** As the overlays were when this was written. */
function toChanges(value: string | null) {
  try {
    const { priceText, priceCents, available } = JSON.parse(value ?? '{}') as Record<string, unknown>
    const changes = {
      ...(typeof priceText === 'string' && { price: priceText }),
      ...(typeof priceCents === 'number' && { priceCents }),
      ...(typeof available === 'boolean' && { available }),
    }
    return Object.keys(changes).length > 0 ? JSON.stringify(changes) : undefined
  } catch {
    return undefined
  }
}

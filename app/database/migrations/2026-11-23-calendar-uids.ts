import { z } from 'zod'
import type { Migration } from '#app/database/migrate.server.ts'

/**
 * Until now the UID of a calendar entry ended in the host of PUBLIC_URL, and so did the Message-ID of the email that
 * brought it. These appointments keep that ending, so that a change still finds the entry; new ones need none.
 */
export const calendarUids: Migration['up'] = async (tx) => {
  await tx.schema.alterTable('appointments').addColumn('uid_domain', 'text').execute()
  const emails = await tx
    .selectFrom('letters')
    .select(['ids', 'message_id'])
    .where('kind', '=', 'appointment')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  // The oldest comes last and stays: its entry is the one in the patient's calendar.
  const domains = new Map(
    emails.flatMap(({ ids, message_id }) => {
      const id = about.safeParse(parse(ids)).data?.appointmentId
      const domain = /@([^>\s]+)>$/.exec(message_id)?.[1]
      return id && domain ? [[id, domain] as const] : []
    }),
  )
  for (const [id, domain] of domains)
    await tx.updateTable('appointments').set({ uid_domain: domain }).where('id', '=', id).execute()
}

const about = z.object({ appointmentId: z.string() })

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

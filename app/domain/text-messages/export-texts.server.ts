import type { Db } from '#app/database/tables.ts'
import { type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { listConsentsAt, type TextRecord } from './consents.server.ts'
import { listTextsAbout } from './texts.server.ts'

export const exportTexts = async (db: Db, record: TextRecord): Promise<ExportItem[]> =>
  (await listTextsAbout(db, record)).map(({ kind, state, acceptedAt, number, text, endedAt }) => ({
    kind,
    to: number ?? undefined,
    status: state,
    acceptedAt: toInstant(acceptedAt),
    sentAt: state === 'sent' && endedAt !== null ? toInstant(endedAt) : undefined,
    text: text ?? undefined,
  }))

export const exportConsents = async (db: Db, record: TextRecord): Promise<ExportItem[]> =>
  (await listConsentsAt(db, record)).map(({ number, purpose, wording, givenAt, givenBy, endedAt }) => ({
    number,
    purpose,
    wording,
    agreedAt: toInstant(givenAt),
    agreed: howGiven[givenBy] ?? 'told the clinic',
    endedAt: endedAt === null ? undefined : toInstant(endedAt),
  }))

const howGiven: Record<string, string> = { patient: 'online', start: 'by a text message' }

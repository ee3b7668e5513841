import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Answer } from './form.ts'

/** What is sealed: the answers, and the key of their digest, which without it tells nothing about them. */
export type SealedAnswers = { answers: Answer[]; key: string }

export const sealable = (answers: Answer[]): SealedAnswers => ({
  answers,
  key: randomBytes(32).toString('base64url'),
})

export const digestAnswers = ({ answers, key }: SealedAnswers) =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(JSON.stringify(answers)).digest('base64url')

type Signed = { textHash: string; digest: string; appointmentId: string; signedAt: number }

/** Binds what was signed: this text, these answers, for this appointment, at this time. It stands in the audit trail. */
export const toProof = ({ textHash, digest, appointmentId, signedAt }: Signed) =>
  createHash('sha256')
    .update(JSON.stringify(['form', textHash, digest, `appointment:${appointmentId}`, signedAt]))
    .digest('hex')

/** The audit entry's detail. */
export const toProofDetail = (proof: string) => `Proof: ${proof}.`

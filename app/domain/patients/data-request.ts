import type { Tables } from '#app/database/tables.ts'

type Row = Tables['dataRequests']

export type RequestKind = Row['kind']
/** 'partly': some of what was asked for was done. */
export type RequestOutcome = NonNullable<Row['outcome']>

export const requestKinds = ['access', 'correction', 'erasure'] as const satisfies RequestKind[]

/** How a request reached the clinic, besides the website. */
export const requestWays = ['in-person', 'phone', 'mail', 'email'] as const satisfies Row['way'][]

/**
 * Days until it has to be answered: access, 45 CFR 164.524(b)(2); correction, 45 CFR 164.526(b)(2). HIPAA knows no
 * erasure; people who ask for it should not wait longer than for a copy.
 */
export const daysToAnswer: Record<RequestKind, number> = { access: 30, correction: 60, erasure: 30 }

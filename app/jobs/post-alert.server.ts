import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Tells the operator of one check; tried again like an email until it was taken. */
export const postAlertJob = ({ postAlert }: Services, alert: Payload<'post-alert'>) => postAlert(alert)

import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { textKinds, textReason, textStates } from '#content/pages/admin-texts.ts'

type Text = {
  id: string
  kind: keyof typeof textKinds
  state: keyof typeof textStates
  acceptedAt: number
  endedAt: number | null
  text: string | null
  reason: string | null
}

/** A text message as staff see it. */
export const toTextRow = (text: Text, timeZone: string, now: number) => ({
  id: text.id,
  kind: textKinds[text.kind],
  when: clinicMoment(text.endedAt ?? text.acceptedAt, timeZone, now),
  state: textStates[text.state],
  isFailed: text.state === 'failed',
  text: text.text ?? undefined,
  why:
    text.reason === null || text.state === 'sent' || text.state === 'accepted'
      ? undefined
      : textReason(text.reason, text.kind),
})

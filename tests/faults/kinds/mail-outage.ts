import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** The mail server drops and refuses connections, or accepts them and stops responding. */
export const mailOutage: Fault = {
  async inject({ mailbox }, chance) {
    const isSilent = chance.next() < 0.4
    if (isSilent) mailbox.fallSilent()
    else mailbox.goDown()
    await pause(chance.between(100, 1_500))
    if (isSilent) mailbox.speakAgain()
    else await mailbox.comeUp()
  },
}

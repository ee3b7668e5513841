/** Long enough to notice a mistake and press Undo. */
const withinMs = 3 * 60_000

/** Whether somebody may undo at the desk what was taken at `at`: with the right to refund, or just now. */
export const mayTakeBack = ({ mayRefund }: { mayRefund?: boolean }, at: number, now: number) =>
  mayRefund || at + withinMs > now

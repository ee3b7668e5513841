import { widget } from '#content/pages/booking.ts'

/** 'Friday, November 27', and for screen readers the number of free times. */
export const DayLabel = ({ name, free }: { name: string; free: number }) => (
  <span>
    {name}
    <span className="vh">, {widget.days(free)}</span>
  </span>
)

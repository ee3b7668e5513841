import { widget } from '#content/pages/booking.ts'

/** 'Friday, November 27'; to screen readers with how many times are free. */
export const DayLabel = ({ name, free }: { name: string; free: number }) => (
  <span>
    {name}
    <span className="vh">, {widget.days(free)}</span>
  </span>
)

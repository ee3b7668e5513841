import { Link } from 'react-router'

type BookingMoneyProps = { says: string[]; hint?: string; href?: string }

/** What was paid online for an appointment or a plan. */
export const BookingMoney = ({ says, hint, href }: BookingMoneyProps) => (
  <div>
    {says.map((text, index) => (
      <p key={text} className="num">
        {href && index === 0 ? <Link to={href}>{text}</Link> : text}
      </p>
    ))}
    {hint && <p className="hint">{hint}</p>}
  </div>
)

const shapes = {
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l4.5 4.5',
  cross: 'm6 6 12 12M18 6 6 18',
  cart: 'M5 8.5h14l-1.2 11.5H6.2zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5',
  user: 'M15.75 8a3.75 3.75 0 1 1-7.5 0 3.75 3.75 0 0 1 7.5 0M4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  menu: 'M3.5 7.5h17M3.5 12h17M3.5 16.5h17',
  arrow: 'M4 12h15m-5.5-5.5L19 12l-5.5 5.5',
  down: 'm6 9.5 6 6 6-6',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 7v5.2l3.3 2',
  tag: 'M3.5 11.8V4.5a1 1 0 0 1 1-1h7.3l8.7 8.7-8.3 8.3zM9.2 8A1.2 1.2 0 1 1 6.8 8a1.2 1.2 0 0 1 2.4 0',
  phone:
    'M5 4h3.5l1.7 4.6-2.1 1.6a12.5 12.5 0 0 0 5.7 5.7l1.6-2.1L20 15.5V19a1.5 1.5 0 0 1-1.6 1.5C10.3 20 4 13.7 3.5 5.6A1.5 1.5 0 0 1 5 4',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  check: 'm4.5 12.5 5 5 10-11',
  alert: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 7.5v5.5M12 16.2v.1',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 11v5.5M12 7.7v.1',
}

export type IconName = keyof typeof shapes

/** Decoration only; text or the button's name carries the meaning. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={`ic ic-${name}${small ? ' ic-s' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

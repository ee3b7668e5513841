const shapes = {
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  calendar:
    'M6.5 5h11A2.5 2.5 0 0 1 20 7.5v10a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-10A2.5 2.5 0 0 1 6.5 5M4 10h16M8.5 3v4m7-4v4',
  bag: 'M5.5 8.5h13l.9 11h-14.8zM9 8.5V7a3 3 0 0 1 6 0v1.5',
  mail: 'M3.5 5.5h17v13h-17zm.5 2 8 6 8-6',
  tray: 'M4 14h4.5l1.5 2.5h4l1.5-2.5H20M6.5 5h11l2.5 9v5H4v-5z',
  send: 'm4 11.5 16-7-6 16-3-6.5zm7 2.5 4-4',
  person: 'M15.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M5 20c.5-4 3-6 7-6s6.5 2 7 6',
  pen: 'm5 19 1-4L16.5 4.5l3 3L9 18zm9-12 3 3',
  picture: 'M4 5h16v14H4zm0 11 5-5 8 8',
  leaf: 'M5 19C5 10 10 5 20 4c0 10-5 15-13 14M5 21c1-5 4-8 8.5-10.5',
  chart: 'M4 20h16M7 20v-6m5 6V6m5 14v-9',
  sliders: 'M4 7h9m4 0h3M4 17h3m4 0h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0m-6 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  plug: 'M9 3.5v5m6-5v5M6.5 8.5h11v3a5.5 5.5 0 0 1-11 0zM12 17v3.5',
  lock: 'M5.5 10.5h13V20h-13zm3 0V8a3.5 3.5 0 0 1 7 0v2.5',
  page: 'M6.5 3.5h7l4 4v13h-11zm7 0v4h4M9.5 12h5m-5 3.5h5',
  find: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l4.5 4.5',
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  next: 'm9 6 6 6-6 6',
}

export type AdminIconName = keyof typeof shapes

/** Decoration only; text carries the meaning. */
export const AdminIcon = ({ name }: { name: AdminIconName }) => (
  <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)

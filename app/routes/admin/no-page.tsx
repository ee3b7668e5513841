import { data } from 'react-router'

/** For every unknown address in the dashboard, which says so itself. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NoPage() {
  return null
}

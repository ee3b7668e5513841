import { data } from 'react-router'
import { readPage } from '#app/http/page-kind.ts'

export const handle = readPage()

/** For every unknown address; the root's error page shows the 404. */
export function loader() {
  throw data(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}

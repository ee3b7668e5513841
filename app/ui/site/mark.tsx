/** A leaf flame above a lamp bowl. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <path
        className="mark-a"
        d="M32 40c.8-.6 3.5-2.4 4.8-3.6a19 19 0 0 0 5.7-10.8 15 15 0 0 0-1.3-7.2q-.6-1.8-1.7-3.6l-2.2-3.6-2.6-3.6L32 4z"
      />
      <path
        className="mark-b"
        d="M32 40c-.8-.6-3.5-2.4-4.8-3.6a19 19 0 0 1-5.7-10.8 15 15 0 0 1 1.3-7.2q.6-1.8 1.7-3.6a70 70 0 0 1 4.8-7.2L32 4z"
      />
      <path className="mark-a" d="M10 38c0 11 9.8 20 22 20s22-9 22-20c-7 6-14 8-22 8s-15-2-22-8" />
    </svg>
  )
}

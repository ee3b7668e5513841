/** Beside the team and in the setup, while there are more people to book than rooms. */
export const fewRooms = {
  says: (rooms: number) => (rooms === 1 ? 'One room: one at a time.' : `${rooms} rooms: ${rooms} at a time.`),
  add: 'Add a room',
}

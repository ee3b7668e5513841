/** Where the focus goes once an appointment is booked. Apart, so that the frame does not load the appointment's page. */
export const appointmentHeading = 'appointment-heading'

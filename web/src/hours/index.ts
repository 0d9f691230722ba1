export { HoursPart } from './show/HoursPart.tsx';

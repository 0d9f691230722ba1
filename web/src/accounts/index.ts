export { PasswordInput } from './gate/PasswordInput.tsx';

import { useEffect, useState } from 'react';

/** The seconds left until an instant; 0 from then on. */
export function useCountdown(): [remaining: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [remaining, setRemaining] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setRemaining(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return [remaining, (seconds) => setUntil(Date.now() + seconds * 1000)];
}

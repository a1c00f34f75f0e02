"""Hindsight: what the four hands show, and no player could see."""
